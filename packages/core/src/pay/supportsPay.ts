import type { Foyer } from '../foyer.ts'

/** True if the site has payment requests: the feature `pay`, which is off by default. @source spec 2.20, 9.20 */
export function supportsPay({ options }: Foyer): boolean {
  return options.features.pay
}
