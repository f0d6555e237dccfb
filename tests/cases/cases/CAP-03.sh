# SPDX-License-Identifier: MIT
# CAP-03: a file handle does not open what a read rule hides.
# users: root
# runners: bwrap
mkdir -p "$H/.ssh"
echo private-key >"$H/.ssh/id_test"
cat >"$S/handle.py" <<'PYTHON'
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
class Handle(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_uint), ("type", ctypes.c_int), ("data", ctypes.c_ubyte * 128)]
def check(result):
    if result < 0:
        print("refused:", os.strerror(ctypes.get_errno())); sys.exit(1)
    return result
handle, mount = Handle(128), ctypes.c_int()
if sys.argv[1] == "make":
    check(libc.name_to_handle_at(-100, sys.argv[2].encode(), ctypes.byref(handle), ctypes.byref(mount), 0))
    print(handle.type, bytes(handle.data[:handle.bytes]).hex())
else:
    data = bytes.fromhex(sys.argv[4])
    handle.bytes, handle.type = len(data), int(sys.argv[3])
    ctypes.memmove(handle.data, data, len(data))
    at = os.open(sys.argv[2], os.O_RDONLY)
    print(os.read(check(libc.open_by_handle_at(at, ctypes.byref(handle), os.O_RDONLY)), 64).decode())
PYTHON
chmod 644 "$S/handle.py"
ready
control $PY -SE "$S/handle.py" make "$H/.ssh/id_test"
HANDLE=$OUT
control $PY -SE "$S/handle.py" open "$W" $HANDLE
expect_text private-key

box --deny-read "$H/.ssh" -- $PY -SE "$S/handle.py" open "$W" $HANDLE
expect_rc 1
expect_text 'refused: Operation not permitted'
box -- $PY -SE "$S/handle.py" open "$W" $HANDLE # without a rule as well
expect_rc 1
expect_text 'refused: Operation not permitted'
