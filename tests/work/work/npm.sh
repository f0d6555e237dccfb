# SPDX-License-Identifier: MIT
# A package of a local directory is linked and the tests run. A tarball, or a directory
# that is copied (which npm 9.2, that of Debian 12, does unless it is told to link), would
# be kept in ~/.npm: that is refused, and sbx names the option by which it works.
needs node npm

work() {
  mkdir -p library app
  echo '{"name": "library", "version": "1.0.0", "main": "index.js"}' >library/package.json
  echo 'module.exports = () => 42;' >library/index.js
  cat >app/package.json <<'END'
{"name": "app", "version": "1.0.0", "private": true, "scripts": {"test": "node --test"}}
END
  cat >app/app.test.js <<'END'
const test = require('node:test');
const assert = require('node:assert');
test('the answer', () => assert.strictEqual(require('library')(), 42));
END
  run npm --prefix app --offline --install-links=false install ./library
  run sh -c 'cd app && npm test'
  expect_out 'pass 1'
  outside node -e 'if (require("./app/node_modules/library")() !== 42) process.exit(1)'
}

fresh_app() {
  rm -rf app/node_modules app/package-lock.json "$HOME/.npm"
  echo '{"name": "app", "version": "1.0.0", "private": true, "scripts": {"test": "node --test"}}' >app/package.json
}

boxed() {
  local package install
  outside npm pack --silent --pack-destination "$W" ./library
  for package in ../library-1.0.0.tgz ../library; do
    install="cd app && npm --offline --install-links=true install $package"
    fresh_app
    options=()
    try sh -c "$install"
    [ "$RC" != 0 ] || fail "$package was kept in ~/.npm"
    expect_err 'EACCES|EROFS|EPERM|ENOENT|read-only|denied'
    [ ! -e "$HOME/.npm/_cacache" ] || fail "~/.npm was written to"
    mkdir -p "$HOME/.npm"
    options_that_allow write "$HOME/.npm/x"
    run sh -c "$install"
    expect_file "$HOME/.npm/_cacache"
    run sh -c 'cd app && npm test'
    expect_out 'pass 1'
  done
  rm -rf "$HOME/.npm"
}
