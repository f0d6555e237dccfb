# SPDX-License-Identifier: MIT
# A virtual environment is made, a local wheel is installed into it and its program run.
needs python3
python3 -c 'import ensurepip, venv' 2>/dev/null || lacking " python3-venv"

work() {
  cat >wheel.py <<'END'
import base64
import hashlib
import zipfile

name, info = "tinything", "tinything-1.0.dist-info"
files = {
    f"{name}/__init__.py": "def main():\n    print('tiny thing')\n",
    f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
    f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    f"{info}/entry_points.txt": f"[console_scripts]\ntinything = {name}:main\n",
}
record = ""
with zipfile.ZipFile("tinything-1.0-py3-none-any.whl", "w") as wheel:
    for path, text in files.items():
        data = text.encode()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
        wheel.writestr(path, data)
    wheel.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
END
  run python3 wheel.py
  run python3 -m venv environment
  expect_quiet
  run environment/bin/pip install --no-index ./tinything-1.0-py3-none-any.whl
  expect_out 'Successfully installed tinything-1.0'
  run environment/bin/tinything
  expect_text 'tiny thing'
  run environment/bin/python -m compileall -q environment/lib/python3*/site-packages/tinything
  run environment/bin/pip uninstall -q -y tinything
  [ ! -e environment/bin/tinything ] || fail "the program is still there"
}
