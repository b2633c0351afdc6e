import type { Adapter } from './adapter.ts'

/** Version of the packages, which are released together. */
const version = '0.1.0'

/**
 * The default of the option `sdkVersion`.
 *
 * @returns `<framework>-<adapters>-<version>`: `react-eip155_solana-0.1.0`
 * @source spec 9.27
 */
export function sdkVersionOf(framework: string, adapters: readonly Adapter[]): string {
  return `${framework}-${adapters.map(({ namespace }) => namespace).join('_')}-${version}`
}
