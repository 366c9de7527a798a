#!/usr/bin/env python3
"""Runs static test programs on an AVX-512 CPU emulated by Bochs: for machines that have no such CPU.

usage: bochs.py --work FOLDER --init PROGRAM [--file NAME=PATH]... [--cpu MODEL] [--timeout SECONDS] COMMAND...

Boots Debian's cloud kernel with an initial file system that holds the given files under / and runs each COMMAND (words
separated by blanks; leading NAME=VALUE words are its environment) one after the other. What they print goes to standard
output. The kernel's package is downloaded with apt-get and unpacked into FOLDER; nothing is installed.

Exit status: 0 every command ended with 0, 1 one did not, 2 the machine did not get to the end.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import time


def kernel_image(folder):
    """The bzImage of the newest cloud kernel that apt knows."""
    found = glob.glob(os.path.join(folder, "kernel/boot/vmlinuz-*"))
    if found:
        return found[0]
    depends = subprocess.run(["apt-cache", "depends", "linux-image-cloud-amd64"], check=True, stdout=subprocess.PIPE,
                             universal_newlines=True).stdout
    package = re.search(r"Depends: (linux-image-\S+)", depends).group(1)
    subprocess.run(["apt-get", "-q", "download", package], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    archive = glob.glob(os.path.join(folder, package + "_*.deb"))[0]
    subprocess.run(["dpkg-deb", "-x", archive, os.path.join(folder, "kernel")], check=True)
    os.remove(archive)
    shutil.rmtree(os.path.join(folder, "kernel/lib"), ignore_errors=True)
    return glob.glob(os.path.join(folder, "kernel/boot/vmlinuz-*"))[0]


def cpio_entry(number, name, mode, data=b"", device=(0, 0)):
    """One member of a cpio archive in the `newc` format that the kernel unpacks."""
    path = name.encode() + b"\0"
    fields = [number, mode, 0, 0, 1, 0, len(data), 0, 0, device[0], device[1], len(path), 0]
    header = b"070701" + b"".join(b"%08X" % field for field in fields)
    entry = header + path
    entry += b"\0" * (-len(entry) % 4) + data
    return entry + b"\0" * (-len(entry) % 4)


def write_initramfs(path, init, files, commands):
    entries = [("dev", 0o040755, b"", (0, 0)), ("proc", 0o040755, b"", (0, 0)), ("tmp", 0o041777, b"", (0, 0)),
               ("dev/console", 0o020600, b"", (5, 1)), ("dev/null", 0o020666, b"", (1, 3)),
               ("commands", 0o100644, ("\n".join(commands) + "\n").encode(), (0, 0))]
    with open(init, "rb") as file:
        entries.append(("init", 0o100755, file.read(), (0, 0)))
    for name, source in files:
        with open(source, "rb") as file:
            entries.append((name, 0o100755, file.read(), (0, 0)))
    with open(path, "wb") as archive:
        for number, (name, mode, data, device) in enumerate(entries, 1):
            archive.write(cpio_entry(number, name, mode, data, device))
        archive.write(cpio_entry(0, "TRAILER!!!", 0))


ISOLINUX = """serial 0 115200
default test
prompt 0
label test
  kernel /vmlinuz
  append initrd=/initrd console=ttyS0,115200 quiet mitigations=off nokaslr nosmp noapic audit=0 lpj=1000000 tsc=reliable \
nowatchdog clearcpuid=321,323 rcupdate.rcu_cpu_stall_suppress=1 panic=0 clocksource=tsc
"""

# rfb is the one display that needs no screen; nobody connects to it. The CPU's clock counts instructions.
BOCHSRC = """plugin_ctrl: unmapped=1, biosdev=1, speaker=0, extfpuirq=1, parallel=0, serial=1, e1000=0
display_library: rfb, options="timeout=0"
config_interface: textconfig
cpu: model={cpu}, count=1, ips=50000000, reset_on_triple_fault=0
memory: guest=1024, host=1024
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path={iso}, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev={serial}
clock: sync=none
log: {log}
panic: action=fatal
error: action=report
info: action=report
debug: action=ignore
sound: waveoutdrv=dummy
"""


def build_iso(work, kernel, initramfs):
    tree = os.path.join(work, "iso")
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(os.path.join(tree, "isolinux"))
    shutil.copy("/usr/lib/ISOLINUX/isolinux.bin", os.path.join(tree, "isolinux"))
    shutil.copy("/usr/lib/syslinux/modules/bios/ldlinux.c32", os.path.join(tree, "isolinux"))
    shutil.copy(kernel, os.path.join(tree, "vmlinuz"))
    shutil.copy(initramfs, os.path.join(tree, "initrd"))
    with open(os.path.join(tree, "isolinux/isolinux.cfg"), "w") as file:
        file.write(ISOLINUX)
    iso = os.path.join(work, "test.iso")
    subprocess.run(["xorriso", "-as", "mkisofs", "-quiet", "-o", iso, "-b", "isolinux/isolinux.bin", "-c",
                    "isolinux/boot.cat", "-no-emul-boot", "-boot-load-size", "4", "-boot-info-table", tree], check=True)
    return iso


def run(work, iso, cpu, timeout):
    """Runs the emulator, passes its serial console on, and returns what it said."""
    serial = os.path.join(work, "serial.txt")
    for name in (serial, iso + ".lock"):
        if os.path.exists(name):
            os.remove(name)
    configuration = os.path.join(work, "bochsrc")
    with open(configuration, "w") as file:
        file.write(BOCHSRC.format(cpu=cpu, iso=iso, serial=serial, log=os.path.join(work, "bochs.log")))
    # Debian builds Bochs with its debugger, which waits for this command.
    script = os.path.join(work, "continue")
    with open(script, "w") as file:
        file.write("c\n")
    begin = time.time()
    said = ""
    with open(os.path.join(work, "bochs.out"), "w") as out:
        bochs = subprocess.Popen(["bochs", "-q", "-f", configuration, "-rc", script], stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                 cwd=work)
        try:
            while True:
                ended = bochs.poll() is not None
                if os.path.exists(serial):
                    with open(serial, errors="replace") as file:
                        now = file.read().replace("\r", "")
                    sys.stdout.write(now[len(said):])
                    sys.stdout.flush()
                    said = now
                if ended or "bochs_init: done" in said or "Kernel panic" in said or time.time() - begin > timeout:
                    return said, time.time() - begin
                time.sleep(0.5)
        finally:
            if bochs.poll() is None:
                bochs.kill()
                bochs.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    parser.add_argument("--init", required=True)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--cpu", default="corei7_skylake_x")
    parser.add_argument("--timeout", type=float, default=5400)
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    work = os.path.abspath(arguments.work)
    os.makedirs(work, exist_ok=True)
    files = [file.split("=", 1) for file in arguments.file]
    initramfs = os.path.join(work, "initrd")
    write_initramfs(initramfs, arguments.init, files, arguments.command)
    iso = build_iso(work, kernel_image(work), initramfs)
    said, seconds = run(work, iso, arguments.cpu, arguments.timeout)
    statuses = [int(status) for status in re.findall(r"^bochs_init: status (\d+)", said, flags=re.M)]
    print("bochs.py: %d of %d commands ended, %d with status 0, after %.0f s on %s"
          % (len(statuses), len(arguments.command), statuses.count(0), seconds, arguments.cpu))
    if "bochs_init: done" not in said or len(statuses) != len(arguments.command):
        return 2
    return 0 if all(status == 0 for status in statuses) else 1


if __name__ == "__main__":
    sys.exit(main())
