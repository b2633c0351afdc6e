import { listFiles } from '../listFiles.ts'
import { findReaching } from './findReaching.ts'
import { packageOf, readImportGraph } from './readImportGraph.ts'

const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)

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

/** Modules that need a separate process: memory measurements, and the reference client, which reconnects for ever. */
const needsProcess = /^(node:v8|@walletconnect\/sign-client)(\/|$)/
const opensPages = /^playwright(\/|$)/

/** Test files by the way in which they run. Only `alone` and `journeysAlone` need a process for each file. */
export type TestGroups = {
  /** Node tests without server and browser. */
  readonly unit: readonly string[]
  /** Node tests with servers, databases or processes. */
  readonly servers: readonly string[]
  /** Node tests with pages in a browser. */
  readonly pages: readonly string[]
  readonly alone: readonly string[]
  /** End-to-end tests. */
  readonly journeys: readonly string[]
  readonly journeysAlone: readonly string[]
}

/** Sorts all test files but those that run in a browser themselves. */
export function groupTests(root: string): TestGroups {
  const files = listFiles(root)
  const graph = readImportGraph(root, files)
  const findLoading = (wanted: RegExp) =>
    findReaching(
      graph,
      [...graph]
        .filter(([, { modules }]) => [...modules].some((name) => wanted.test(name)))
        .map(([path]) => path),
    )
  const reaching = {
    starting: findLoading(starting),
    pages: findLoading(opensPages),
    process: findLoading(needsProcess),
  }
  const groups: Record<keyof TestGroups, string[]> = {
    unit: [],
    servers: [],
    pages: [],
    alone: [],
    journeys: [],
    journeysAlone: [],
  }
  for (const path of files.filter((name) => /\.(test|e2e)\.ts$/.test(name))) {
    const isAlone = reaching.process.has(path)
    if (path.endsWith('.e2e.ts')) groups[isAlone ? 'journeysAlone' : 'journeys'].push(path)
    else if (isAlone) groups.alone.push(path)
    else if (reaching.pages.has(path)) groups.pages.push(path)
    else groups[reaching.starting.has(path) ? 'servers' : 'unit'].push(path)
  }
  return groups
}
