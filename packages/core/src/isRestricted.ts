import type { Foyer } from './foyer.ts'

/** True if the device is in a time zone of the option `restrictedTimeZones`. @source spec 9.29 */
export function isRestricted({ options: { restrictedTimeZones = [] } }: Foyer): boolean {
  if (restrictedTimeZones.length === 0) return false
  return restrictedTimeZones.includes(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}
