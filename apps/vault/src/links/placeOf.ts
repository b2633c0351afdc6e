import { networkOf } from '@foyer/server'

/** Truncates an address just enough to tell places apart: /24, or /48 of IPv6. */
export const placeOf = (address: string): string => networkOf(address, { v4: 24, v6: 48 })
