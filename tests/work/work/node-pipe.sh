# SPDX-License-Identifier: MIT
# A server listens on a Unix socket and a client of another process talks to it, in
# the workspace and in the temporary directory, then a child by Node's own channel.
needs node

work() {
  cat >server.js <<'END'
const net = require('net');
const {spawn} = require('child_process');
const path = process.argv[2];
const server = net.createServer((socket) => {
  socket.on('data', (data) => socket.end(data.toString().toUpperCase()));
});
server.listen(path, () => {
  const client = spawn(process.execPath, ['client.js', path], {stdio: ['ignore', 'inherit', 'inherit']});
  client.on('exit', (code) => server.close(() => process.exit(code)));
});
END
  cat >client.js <<'END'
require('net').createConnection(process.argv[2])
    .on('connect', function() { this.write('hello'); })
    .on('data', (data) => console.log('heard ' + data))
    .on('error', (error) => { console.error(error.message); process.exit(1); });
END
  cat >fork.js <<'END'
const {fork} = require('child_process');
if (process.argv[2] === 'child') {
  process.on('message', (m) => process.send(m + 1, () => process.disconnect()));
} else {
  const child = fork(__filename, ['child']);
  child.on('message', (m) => console.log('heard ' + m));
  child.send(41);
}
END
  run node server.js "$W/pipe.sock"
  expect_text 'heard HELLO'
  expect_quiet
  run node server.js "pipe.sock"
  expect_text 'heard HELLO'
  run node server.js "/tmp/node-pipe-$$.sock"
  expect_text 'heard HELLO'
  run node fork.js
  expect_text 'heard 42'
}
