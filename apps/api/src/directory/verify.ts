import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { checkRow, type RowReport } from './checkRow.ts'
import { builtInWalletsPath, readWalletFile } from './readWalletFile.ts'

const run = promisify(execFile)

/** Makes a reader of files in npm packages; each package is downloaded once. */
function createPackageReader(folder: string) {
  const unpacked = new Map<string, Promise<string>>()
  async function unpack(name: string): Promise<string> {
    const target = await mkdtemp(join(folder, 'package-'))
    const { stdout } = await run('npm', ['pack', '--silent', name], { cwd: target })
    await run('tar', ['xzf', stdout.trim().split('\n').at(-1) ?? ''], { cwd: target })
    return join(target, 'package')
  }
  return async (source: string): Promise<string> => {
    const [, name, file] = /^npm:((?:@[\w-]+\/)?[\w.-]+@[\w.-]+)\/(.+)$/.exec(source) ?? []
    if (name === undefined || file === undefined) throw new Error(`${source} names no file`)
    let root = unpacked.get(name)
    if (root === undefined) {
      root = unpack(name)
      unpacked.set(name, root)
    }
    const path = resolve(await root, file)
    if (!path.startsWith((await root) + sep)) throw new Error(`${source} leaves its package`)
    return readFile(path, 'utf8')
  }
}

function print(reports: readonly RowReport[]): void {
  const count = (of: (report: RowReport) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0)
  for (const { name, wrong } of reports) {
    for (const line of wrong) console.error(`WRONG ${name}: ${line}`)
  }
  for (const { name, unchecked } of reports) {
    if (unchecked.length > 0) console.log(`not in a package: ${name}: ${unchecked.join(', ')}`)
  }
  const ids = (state: RowReport['id']) => reports.filter(({ id }) => id === state).length
  console.log(`rows                       ${reports.length}`)
  console.log(`facts found in a package   ${count(({ found }) => found)}`)
  console.log(`facts in no package        ${count(({ unchecked }) => unchecked.length)}`)
  console.log(`facts that are wrong       ${count(({ wrong }) => wrong.length)}`)
  console.log(`ids that a package states  ${ids('stated')}`)
  console.log(`ids tied by their image    ${ids('tied')}`)
  console.log(`ids made from the homepage ${ids('own')}`)
  console.log(`ids on a public page only  ${ids('page')}`)
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-directory-'))
try {
  const readSource = createPackageReader(folder)
  const reports: RowReport[] = []
  for (const row of await readWalletFile(process.argv[2] ?? builtInWalletsPath)) {
    reports.push(await checkRow(row, readSource))
  }
  print(reports)
  if (reports.some(({ wrong }) => wrong.length > 0)) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
