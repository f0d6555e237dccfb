/* SPDX-License-Identifier: MIT
 *
 * Kernel numbers that the filter needs and that older headers lack, and those
 * that must be known for an architecture other than the compiler's. Part of the
 * kernel's stable interface: they never change.
 */
#ifndef SBX_PLUGINS_LINUX_UAPI_SECCOMP_H_
#define SBX_PLUGINS_LINUX_UAPI_SECCOMP_H_

/* What seccomp_data.arch holds. */
#define SBX_AUDIT_ARCH_X86_64 0xc000003eu
#define SBX_AUDIT_ARCH_I386 0x40000003u
#define SBX_AUDIT_ARCH_AARCH64 0xc00000b7u
#define SBX_AUDIT_ARCH_ARM 0x40000028u
#define SBX_X32_BIT 0x40000000u

/* Offsets in struct seccomp_data; both architectures are little endian, so the
 * low half of an argument comes first. */
#define SBX_SECCOMP_NR 0u
#define SBX_SECCOMP_ARCH 4u
#define SBX_SECCOMP_ARG_LOW(i) (16u + 8u * (i))
#define SBX_SECCOMP_ARG_HIGH(i) (20u + 8u * (i))

/* Numbers from 424 on are the same on every architecture. */
#define SBX_NR_FCHMODAT2 452
#define SBX_NR_OPEN_TREE_ATTR 467
#define SBX_NR_FILE_SETATTR 469

/* ioctl commands; the kernel looks at the low 32 bits only. */
#define SBX_TIOCSTI 0x5412u
#define SBX_TIOCLINUX 0x541cu
#define SBX_TIOCSETD 0x5423u /* another line discipline: the terminal would stay dead */
#define SBX_TIOCEXCL 0x540cu /* nobody else could open it */
#define SBX_EXT4_IOC_SETVERSION 0x40086604u
#define SBX_FS_IOC_SETFLAGS 0x40086602u
#define SBX_FS_IOC_SETVERSION 0x40087602u
#define SBX_FS_IOC_FSSETXATTR 0x401c5820u

/* Flags of clone and unshare that make a namespace. CLONE_NEWTIME shares its bit
 * with clone's exit signal, so only unshare knows it. */
#define SBX_CLONE_NEW_MASK 0x7e020000u
#define SBX_UNSHARE_NEW_MASK 0x7e020080u

/* open(2): flags with which a mode is looked at. */
#define SBX_O_CREAT 0x40u
#define SBX_O_TMPFILE_BIT 0x400000u

#define SBX_ADDR_NO_RANDOMIZE 0x0040000u
#define SBX_SOCK_TYPE_MASK 0xfu

#endif /* SBX_PLUGINS_LINUX_UAPI_SECCOMP_H_ */
