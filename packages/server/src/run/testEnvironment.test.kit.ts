/**
 * The whole environment of a program that a test starts.
 *
 * @param own - what the program is told; besides, it finds other programs, and what was compiled once is not compiled again.
 */
export function testEnvironment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE, PATH } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...own }
}
