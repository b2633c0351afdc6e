/**
 * Draws the wallet's icon: the development wallet's doorway, on a phone.
 *
 * @returns SVG text, 96 × 96.
 */
export function phoneIcon(): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">' +
    '<rect width="96" height="96" rx="22" fill="#0f5f59"/>' +
    '<rect x="27" y="14" width="42" height="68" rx="9" fill="#fff"/>' +
    '<path d="M36 73V47a12 12 0 0 1 24 0v26z" fill="#0f5f59"/>' +
    '<path d="M42 73V48l12 6v19z" fill="#ffd58a"/><circle cx="50.500" cy="63" r="2" fill="#7a4b00"/>' +
    '<path d="M43 21h10" stroke="#0f5f59" stroke-width="3" stroke-linecap="round"/>' +
    '</svg>'
  )
}
