import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './devnet/src/chromium.ts'
import { findChromium } from './scripts/findChromium.ts'
import { reportRetried } from './scripts/reportRetried.ts'

// Workspaces run on their sources: no build before a test.
const resolve = { conditions: ['@foyer/source', ...defaultClientConditions] }
const ssr = { resolve: { conditions: ['@foyer/source', ...defaultServerConditions] } }

const chromium = findChromium()
const env: Record<string, string> = chromium ? { CHROMIUM: chromium } : {}

// In the automatic run a test has a second try, and is named at the end: a loaded machine is not a fault.
const retry = process.env.CI ? 1 : 0
// Nor is what comes late: a test waits for it.
const patient = {
  setupFiles: [new URL('scripts/waitLonger.setup.ts', import.meta.url).pathname],
  expect: { poll: { timeout: 15_000 } },
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
    reporters: ['default', 'json', reportRetried(`${resultsFile()}.retried`)],
    outputFile: { json: resultsFile() },
    // Two cores: a third worker only makes the chains and browsers of the other two late.
    maxWorkers: 2,
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'devnet/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          env,
          retry,
          ...patient,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve,
        plugins: [react()],
        optimizeDeps: {
          include: ['axe-core', 'react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime'],
        },
        test: {
          name: 'browser',
          include: ['packages/*/src/**/*.test.tsx', 'apps/*/src/**/*.test.tsx'],
          retry,
          ...patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: chromium ? chromiumOptions(chromium) : {},
            }),
          },
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          env,
          // A journey starts chains, servers and a browser of its own: one file at a time.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          retry,
          ...patient,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
