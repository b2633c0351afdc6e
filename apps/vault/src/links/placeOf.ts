import { networkOf } from '@foyer/server'

/** As much of an address as tells one place from another and no more: /24, or /48 of IPv6. */
export const placeOf = (address: string): string => networkOf(address, { v4: 24, v6: 48 })
