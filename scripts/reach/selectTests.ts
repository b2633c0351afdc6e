import { listFiles } from '../listFiles.ts'
import { findReaching } from './findReaching.ts'
import { packageOf, readImportGraph } from './readImportGraph.ts'

const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)

/** All test files. */
export const listTestFiles = (root: string): readonly string[] => listFiles(root).filter(isTest)

/** Selects the test files that a change of `changed` may break; a file that no source names counts for its whole package. */
export function selectChanged(root: string, changed: Iterable<string>): readonly string[] {
  const files = listFiles(root)
  const graph = readImportGraph(root, files)
  const loaded = new Set([...graph.values()].flatMap((one) => [...one.files]))
  const unknown = [...changed].filter((path) => !loaded.has(path) && !isTest(path))
  const reaching = findReaching(graph, [...changed, ...unknown])
  const tests = files.filter(isTest)
  // Files that every test starts with.
  const isForAll = [...reaching.keys()].some((path) =>
    /^(package-lock\.json|tsconfig\.base\.json|vitest\.config\.ts)$|\.setup\.ts$/.test(path),
  )
  if (isForAll) return tests
  // Migrations, pages and texts are read from folders.
  const packages = new Set(
    unknown.map((path) =>
      path.includes('/') && !path.startsWith('docs/') ? packageOf(path) : 'scripts',
    ),
  )
  return tests.filter((path) => reaching.has(path) || packages.has(packageOf(path)))
}

/** Modules that open a port, a database or a browser, or start a process. */
const starting =
  /^(node:(child_process|https?|net|tls|worker_threads)|playwright|vite|ws|pg|ioredis|litesvm|nodemailer|smtp-server|oidc-provider|@electric-sql\/pglite|@hono\/node-server|@foundry-rs\/anvil)(\/|$)/

/**
 * Files that need a separate process: a hanging browser ends with it, and so does the reference client, which reconnects for
 * ever; memory measurements need their own.
 */
const alone = /^(playwright|node:v8|@walletconnect\/sign-client)(\/|$)/

/** The Node test files that load none of these modules. */
function selectWithout(root: string, unwanted: RegExp): readonly string[] {
  const files = listFiles(root)
  const graph = readImportGraph(root, files)
  const loading = [...graph]
    .filter(([, { modules }]) => [...modules].some((name) => unwanted.test(name)))
    .map(([path]) => path)
  const reaching = findReaching(graph, loading)
  return files.filter((path) => /\.test\.ts$/.test(path) && !reaching.has(path))
}

/** The Node test files that need no server and no browser. */
export const selectUnit = (root: string) => selectWithout(root, starting)

/** The Node test files that can share a process with others, including those of {@link selectUnit}. */
export const selectSharing = (root: string) => selectWithout(root, alone)
