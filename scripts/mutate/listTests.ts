import { findReaching } from '../reach/findReaching.ts'
import { type ImportGraph, packageOf } from '../reach/readImportGraph.ts'

/** True for a test that runs in a browser. */
export const runsInBrowser = (test: string): boolean => test.endsWith('.test.tsx')

/**
 * Lists the Node and browser tests that reach a source, nearest first: those of its own package, or of all packages if its
 * own has none.
 */
export function listTests(graph: ImportGraph, path: string): readonly string[] {
  const folders = path.split('/')
  const commonFolders = (test: string) => {
    const apart = test.split('/').findIndex((name, index) => name !== folders[index])
    return apart < 0 ? folders.length : apart
  }
  const tests = [...findReaching(graph, [path])]
    .filter(([file]) => /\.test\.tsx?$/.test(file))
    .sort(([one, near], [other, far]) => near - far || commonFolders(other) - commonFolders(one))
    .map(([file]) => file)
  const own = tests.filter((test) => packageOf(test) === packageOf(path))
  return own.length > 0 ? own : tests
}
