import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from './findChromium.ts'

const instructions = `No Chromium was found, and none could be installed.
Install Chromium or Chrome, or say where it is:
  Debian, Ubuntu   sudo apt-get install chromium chromium-headless-shell
  any system       npx playwright install --with-deps chromium
  elsewhere        CHROMIUM=/path/to/chrome npm test`

function run(command: string, args: string[]): boolean {
  console.log(`$ ${command} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0
}

/** Debian's own package: it includes the libraries that a downloaded Chromium lacks. */
function installPackage(): boolean {
  if (!existsSync('/usr/bin/apt-get')) return false
  const root = process.getuid?.() === 0
  if (!root && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return false
  const apt = (args: string[]) =>
    root
      ? run('apt-get', args)
      : run('sudo', ['-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args])
  const install = ['install', '--yes', '--no-install-recommends', 'chromium']
  // Only Debian has the shell, with which most tests take less time.
  const installAll = () => apt([...install, 'chromium-headless-shell']) || apt(install)
  return installAll() || (apt(['update']) && installAll())
}

/**
 * Finds or installs Chromium: an installed one, else Debian's package, else Playwright's download.
 *
 * @returns Its path.
 * @throws Error with instructions if none can be found or installed.
 */
export function installChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium found: installing one for the browser tests')
  const installed = installPackage() || run('npx', ['playwright', 'install', 'chromium'])
  const path = installed ? findChromium() : undefined
  if (!path) throw new Error(instructions)
  return path
}

// Run directly, it prints the path as its last line, after the installer's output.
if (import.meta.main) console.log(installChromium())
