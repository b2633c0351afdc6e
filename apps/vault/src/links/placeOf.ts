import { networkOf } from '@foyer/server'

/** Truncates an IP address to the network that is shown and compared: /24, or /48 of IPv6. */
export const placeOf = (address: string): string => networkOf(address, { v4: 24, v6: 48 })
