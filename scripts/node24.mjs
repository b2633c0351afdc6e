/**
 * `node scripts/node24.mjs <arguments of node>`: runs them with Node 24, whichever Node is installed.
 *
 * The scripts are TypeScript, which Node 20 can not run; `npm install` brings Node 24 on Linux and Windows.
 * Plain JavaScript, so that an older Node can start it.
 */
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules')
const windows = process.platform === 'win32'

/** The project's Node, or undefined on a platform without one. */
function findBundled() {
  const platform = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const path = join(modules, platform, 'bin', windows ? 'node.exe' : 'node')
  return existsSync(path) ? path : undefined
}

/**
 * Creates the link `.bin/node`, which npm 10 omits if packages of several platforms claim that name. The workspaces' scripts
 * and tools started by hand need it.
 */
function linkBundled(path) {
  const link = join(modules, '.bin/node')
  if (windows || lstatSync(link, { throwIfNoEntry: false })) return
  try {
    symlinkSync(path, link)
  } catch (error) {
    // Another script created it first.
    if (error.code !== 'EEXIST') throw error
  }
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNew = major > 24 || (major === 24 && minor >= 2)
const bundled = findBundled()
if (bundled) linkBundled(bundled)
const node = isNew ? process.execPath : bundled

if (node) {
  const path = [dirname(node), process.env.PATH].join(delimiter)
  const child = spawn(node, process.argv.slice(2), {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  // The terminal sends Ctrl-C to the child too, so only wait for its end.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
} else {
  console.error(
    existsSync(modules)
      ? `Foyer is developed on Node 24.2 or newer; this is ${process.version}. Install it from nodejs.org.`
      : 'The packages are not installed. Run: npm install',
  )
  process.exitCode = 1
}
