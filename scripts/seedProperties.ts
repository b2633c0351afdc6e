import type { Plugin } from 'vite'

const setup = new URL('seedProperties.setup.ts', import.meta.url).pathname

/**
 * Sets the seed of property tests at the start of a file that has some. A setup file for all would load fast-check into the
 * many test files without a property.
 */
export function seedProperties(): Plugin {
  return {
    name: 'foyer:seed-properties',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.test(\.kit)?\.tsx?$/ }, code: "from 'fast-check'" },
      handler: (code) => ({ code: `import ${JSON.stringify(setup)}; ${code}`, map: null }),
    },
  }
}
