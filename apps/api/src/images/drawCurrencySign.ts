import { readOwn } from '@foyer/protocol'
import type { ImageFile } from './imageFile.ts'

/** Signs as strokes in a field of 24 by 24, so that no font is needed. */
const signs: Readonly<Record<string, string>> = {
  dollar:
    'M12 5v14M15.6 9.1C15.2 7.7 13.8 7 12 7c-2.100 0-3.700.900-3.700 2.500 0 3.500 7.500 1.500 7.500 5 0 1.600-1.600 2.500-3.800 2.500-2 0-3.500-.800-3.900-2.300',
  euro: 'M16.500 7.600A5.200 5.200 0 0 0 13 6.200c-3 0-5 2.600-5 5.800s2 5.800 5 5.800c1.400 0 2.600-.500 3.500-1.400M6 10.700h7.500M6 13.300h7',
  pound:
    'M15.800 8.300A3.100 3.100 0 0 0 12.900 6c-2 0-3.200 1.400-3.200 3.300 0 3 1.500 4.600-.400 7.700-.2.500-.6.800-1.100 1H16.200M7.800 12.400h6',
  yen: 'M7.500 6l4.500 6 4.500-6M12 12v6.500M8.500 12.300h7M8.500 15.300h7',
  rupee: 'M8 6h8M8 9.300h8M10 6c2.500 0 4 1.300 4 3.300s-1.500 3.300-4 3.300H8l6.200 6',
  won: 'M6 6l2.800 12L12 7l3.200 11L18 6M5 10.700h14M5 13.700h14',
  rouble: 'M10 18.500V6h3.500a3.500 3.500 0 0 1 0 7H8M8 15.800h6',
  lira: 'M10.500 5.500V18c4.500 0 6-2.500 6-5.500M7.500 11.500l6.500-3M7.500 14.500l6.500-3',
  hryvnia:
    'M8.500 8.300C9.200 6.700 10.600 6 12.200 6c2 0 3.500 1 3.500 2.800 0 4-7.400 2.700-7.400 6.500 0 1.700 1.500 2.700 3.600 2.700 1.800 0 3.100-.8 3.700-2.300M6.500 10.700h11M6.500 13.300h11',
  naira: 'M8 18V6l8 12V6M5.500 10.600h13M5.500 13.400h13',
  peso: 'M9.500 18.500V6H13a3.500 3.500 0 0 1 0 7H9.500M6.500 8.400h11.500M6.500 10.700h11.500',
  baht: 'M9 6.500h3.800c1.600 0 2.700.900 2.700 2.500s-1.100 2.500-2.700 2.500H9zM9 11.500h4.200c1.800 0 3 1.100 3 3s-1.200 3-3 3H9zM12 4.500v2M12 17.500v2',
  dong: 'M15 5v11M15 13a3 3 0 1 1-6 0 3 3 0 0 1 6 0M12.500 7.300H17.200M8.500 18.800h7',
  shekel: 'M7 18V7h4.500c2 0 3 1.200 3 3v4.500M10.300 10.500V18H14c2 0 3.200-1.200 3.200-3V7',
  franc: 'M9.500 18.500V6H16M9.500 11.500h5.500M7 15.500h6',
}

/** @source ISO 4217 list one; signs as Unicode's currency symbols block draws them */
const signOf: Readonly<Record<string, keyof typeof signs>> = {
  USD: 'dollar',
  CAD: 'dollar',
  AUD: 'dollar',
  NZD: 'dollar',
  SGD: 'dollar',
  HKD: 'dollar',
  TWD: 'dollar',
  MXN: 'dollar',
  ARS: 'dollar',
  CLP: 'dollar',
  COP: 'dollar',
  EUR: 'euro',
  GBP: 'pound',
  JPY: 'yen',
  CNY: 'yen',
  INR: 'rupee',
  KRW: 'won',
  RUB: 'rouble',
  TRY: 'lira',
  UAH: 'hryvnia',
  NGN: 'naira',
  PHP: 'peso',
  THB: 'baht',
  VND: 'dong',
  ILS: 'shekel',
  CHF: 'franc',
}

const iso4217: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Draws the sign of a currency in a round field, or its code when it has no sign.
 * @param code - ISO 4217, in any case
 * @returns undefined when no currency has this code.
 */
export function drawCurrencySign(code: string): ImageFile | undefined {
  const currency = code.toUpperCase()
  if (!iso4217.has(currency)) return undefined
  const sign = readOwn(signOf, currency)
  const drawing =
    sign === undefined
      ? `<text x="12" y="12" dy=".36em" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif" font-size="7" font-weight="650" text-anchor="middle">${currency}</text>`
      : `<path d="${readOwn(signs, sign)}" fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`
  return {
    type: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#2f6f4f"/>${drawing}</svg>`,
  }
}
