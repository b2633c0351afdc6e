/**
 * Draws the wallet's icon: a doorway with light in it, coloured by the wallet's id, so
 * that several wallets on one page look different.
 *
 * @returns SVG text, 96 × 96 as EIP-6963 recommends.
 */
export function walletIcon(rdns: string): string {
  let hue = 245
  if (rdns !== 'local.foyer.devwallet') {
    for (const letter of rdns) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  }
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">' +
    `<rect width="96" height="96" rx="22" fill="hsl(${hue} 58% 40%)"/>` +
    '<path d="M28 76V42a20 20 0 0 1 40 0v34z" fill="#fff"/>' +
    `<path d="M36 76V42a12 12 0 0 1 24 0v34z" fill="hsl(${hue} 58% 40%)"/>` +
    '<path d="M36 76V44l16 8v32z" fill="#ffd58a"/><circle cx="47" cy="64" r="2.5" fill="#7a4b00"/>' +
    '</svg>'
  )
}
