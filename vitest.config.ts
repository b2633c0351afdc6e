import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './devnet/src/chromium.ts'
import { waitMs } from './devnet/src/waitMs.ts'
import { findChromium } from './scripts/findChromium.ts'
import { reportApart } from './scripts/reportApart.ts'
import { reportProgress } from './scripts/reportProgress.ts'
import { seedProperties } from './scripts/seedProperties.ts'

// Workspaces run on their sources: no build before a test.
const resolve = { conditions: ['@foyer/source', ...defaultClientConditions] }
const ssr = { resolve: { conditions: ['@foyer/source', ...defaultServerConditions] } }

const chromium = findChromium()
const env: Record<string, string> = chromium ? { CHROMIUM: chromium } : {}

// Only in the automatic run a test has a second try, and is named at the end: a loaded machine is not a fault.
const retry = process.env.CI ? 1 : 0
/** Settings of every project: long waits, and one seed for random properties. */
const base = {
  setupFiles: [
    new URL('scripts/restoredGlobals.setup.ts', import.meta.url).pathname,
    new URL('scripts/waitLonger.setup.ts', import.meta.url).pathname,
  ],
  provide: { properties: readProperties() },
  expect: { poll: { timeout: waitMs } },
  // Only what hangs ends here: some tests take a minute while the machine does other work.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  retry,
}

/** The same seed in every run, so that a commit gives one answer; `npm run fuzz` sets others. */
function readProperties() {
  const { FOYER_SEED, FOYER_SWITCHES } = process.env
  // `npm run mutate` runs each of them again and again: what is broken shows soon or not at all.
  if (FOYER_SWITCHES) return { seed: 1, interruptAfterTimeLimit: 2_000 }
  // fast-check's own 100 runs a property are ten times as many with a seed that was never tried.
  return FOYER_SEED ? { seed: Number(FOYER_SEED), numRuns: 1_000 } : { seed: 1 }
}

/** One results file a kind of run, so that runs side by side do not overwrite each other's. */
function resultsFile(): string {
  if (process.env.FOYER_RESULTS) return process.env.FOYER_RESULTS
  const words = process.argv
    .slice(2)
    .filter((word) => !['run', 'watch', '--project'].includes(word))
  const name = words
    .join('-')
    .replace(/[^\w.]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `test-results/by-hand-${name || 'all'}.json`.slice(0, 200)
}

export default defineConfig({
  test: {
    reporters: ['default', 'json', reportApart(`${resultsFile()}.apart`), reportProgress()],
    outputFile: { json: resultsFile() },
    // Two cores. `npm test` starts more at once, of files that mostly wait for their browsers (scripts/test.ts).
    maxWorkers: 2,
    projects: [
      {
        resolve,
        ssr,
        plugins: [seedProperties()],
        test: {
          name: 'node',
          environment: 'node',
          // A server writes the styles of a button as text.
          css: { include: /\.css\?inline$/ },
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'devnet/**/*.test.ts',
            'examples/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          env,
          ...base,
          setupFiles: [
            ...base.setupFiles,
            new URL('scripts/keepConnections.setup.ts', import.meta.url).pathname,
            new URL('scripts/ownTimers.setup.ts', import.meta.url).pathname,
            new URL('scripts/reportPages.setup.ts', import.meta.url).pathname,
          ],
        },
      },
      {
        resolve,
        plugins: [react(), seedProperties()],
        optimizeDeps: {
          include: ['axe-core', 'react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime'],
        },
        test: {
          name: 'browser',
          include: ['packages/*/src/**/*.test.tsx', 'apps/*/src/**/*.test.tsx'],
          ...base,
          // Half the work: files share a page, and with it all code loaded before.
          isolate: false,
          setupFiles: [
            ...base.setupFiles,
            new URL('scripts/freshDocument.setup.ts', import.meta.url).pathname,
          ],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: chromium ? chromiumOptions(chromium) : {},
              // Each click would wait until nothing moves.
              contextOptions: {
                reducedMotion: 'reduce',
                // A browser lets the page in front write to the clipboard; the headless shell has to be told.
                permissions: ['clipboard-write'],
              },
            }),
          },
        },
      },
      {
        resolve,
        ssr,
        plugins: [seedProperties()],
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          // The journeys of a worker share a world and its accounts.
          globalSetup: [new URL('e2e/sharedWorld.setup.ts', import.meta.url).pathname],
          env,
          ...base,
        },
      },
      {
        resolve,
        ssr,
        plugins: [seedProperties()],
        test: {
          name: 'engines',
          environment: 'node',
          include: ['e2e/engines/*.engine.ts'],
          ...base,
        },
      },
    ],
  },
})
