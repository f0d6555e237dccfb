// SPDX-License-Identifier: MIT
//
// What each row of the tables of items asks.
#include "tests/unit/config_sources/source_table.hpp"

namespace sbx::config {
namespace {

using ::testing::HasSubstr;

TEST_P(SourceTable, Gives) {
  const Case& row = GetParam();
  for (const File& file : row.files)
    Put(file.name, file.text);
  const std::vector<Layer> given = {Switch({row.source})};
  auto loaded = LoadAll(given);
  if (row.trusted == Trusted::kYes) {
    ASSERT_TRUE(loaded) << loaded.error().Sentence();
    ASSERT_NO_FATAL_FAILURE(TrustAll(*loaded));
    loaded = LoadAll(given);
  }
  const auto made = loaded ? MakeEffective(*loaded, Merge(loaded->layers), At("user"))
                           : Result<Effective>(loaded.failure());
  if (row.refused) {
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().Sentence(), HasSubstr(row.notice));
    return;
  }
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  ASSERT_TRUE(made) << made.error().Sentence();
  const Merged merged = Merge(loaded->layers);
  for (const Value& value : row.values) {
    const Key* key = FindKey(value.key);
    ASSERT_NE(key, nullptr) << value.key;
    EXPECT_EQ(ValueOf(merged, *key), value.value) << value.key;
  }
  std::string notices;
  for (const std::string& notice : loaded->notices)
    notices += notice + "\n";
  for (const std::string& notice : made->notices)
    notices += notice + "\n";
  if (row.notice != nullptr) {
    EXPECT_THAT(notices, HasSubstr(row.notice));
  }
}
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SourceTable);

}  // namespace
}  // namespace sbx::config
