#include <features.h>
glibc-is __GLIBC__ __GLIBC_MINOR__
