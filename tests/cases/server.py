#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A server outside: server.py stream PATH | dgram PATH LOG | tcp PORTFILE.
A stream server answers each connection with "pwned"; a datagram server appends
what it gets to LOG; tcp writes its port to PORTFILE. "@name" is abstract."""
import socket
import sys

kind, path = sys.argv[1:3]
address = "\0" + path[1:] if path.startswith("@") else path
if kind == "dgram":
    s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    s.bind(address)
    while True:
        with open(sys.argv[3], "ab", 0) as log:
            log.write(s.recv(4096) + b"\n")
if kind == "tcp":
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    s.listen(16)
    with open(path + ".new", "w") as f:
        f.write(str(s.getsockname()[1]))
    import os
    os.rename(path + ".new", path)
else:
    s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    s.bind(address)
    s.listen(16)
while True:
    c, _ = s.accept()
    try:
        c.sendall(b"pwned")
        c.close()
    except OSError:
        pass
