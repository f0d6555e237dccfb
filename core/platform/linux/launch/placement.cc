// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/placement.h"

#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {

using raw::Call;
using raw::ToLong;

void NotePlacement(Placement* placement) {
  const long size = Call(__NR_sched_getaffinity, 0L, static_cast<long>(sizeof placement->mask),
                         ToLong(placement->mask));
  const bool known = size > 0 && Call(__NR_getcpu, ToLong(&placement->processor)) == 0 &&
                     placement->processor / 8 < static_cast<uint64_t>(size);
  placement->size = known ? static_cast<uint32_t>(size) : 0;
}

void NoteProcessor(Placement* placement) {
  uint32_t processor = 0;
  if (placement->size == 0 || Call(__NR_getcpu, ToLong(&processor)) != 0 ||
      processor / 8 >= placement->size)
    return;
  if ((placement->mask[processor / 64] >> (processor % 64) & 1) != 0)
    placement->processor = processor;
}

void StayAt(const Placement& placement) {
  if (placement.size == 0)
    return;
  Placement one{};
  one.size = placement.size;
  one.mask[placement.processor / 64] = uint64_t{1} << (placement.processor % 64);
  MoveFreely(one, 0);
}

int MoveFreely(const Placement& placement, int pid) {
  if (placement.size == 0)
    return 0;
  return static_cast<int>(Call(__NR_sched_setaffinity, static_cast<long>(pid),
                               static_cast<long>(placement.size), ToLong(placement.mask)));
}

}  // namespace sbx::launch
