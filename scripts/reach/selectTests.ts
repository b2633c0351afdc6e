import { listFiles } from '../listFiles.ts'
import { findReaching } from './findReaching.ts'
import { packageOf, readImportGraph } from './readImportGraph.ts'

const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)

/** Every test file. */
export const listTestFiles = (root: string): readonly string[] => listFiles(root).filter(isTest)

/** The test files that a change of `changed` may turn red; a file that no source names counts for its whole package. */
export function selectChanged(root: string, changed: Iterable<string>): readonly string[] {
  const files = listFiles(root)
  const graph = readImportGraph(root, files)
  const loaded = new Set([...graph.values()].flatMap((one) => [...one.files]))
  const unknown = [...changed].filter((path) => !loaded.has(path) && !isTest(path))
  const reaching = findReaching(graph, [...changed, ...unknown])
  const tests = files.filter(isTest)
  // What every test starts with.
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
 * A browser that hangs ends with the process of its file, as does the reference client, which reconnects for ever; what
 * measures memory measures its own.
 */
const alone = /^(playwright|node:v8|@walletconnect\/sign-client)(\/|$)/

/** The test files in Node that load none of these modules. */
function selectWithout(root: string, unwanted: RegExp): readonly string[] {
  const files = listFiles(root)
  const graph = readImportGraph(root, files)
  const loading = [...graph]
    .filter(([, { modules }]) => [...modules].some((name) => unwanted.test(name)))
    .map(([path]) => path)
  const reaching = findReaching(graph, loading)
  return files.filter((path) => /\.test\.ts$/.test(path) && !reaching.has(path))
}

/** The test files in Node that need no server and no browser. */
export const selectUnit = (root: string) => selectWithout(root, starting)

/** The test files in Node that can share a process with others, those of {@link selectUnit} among them. */
export const selectSharing = (root: string) => selectWithout(root, alone)
