const lane = (1n << 64n) - 1n
const rotate = (value: bigint, by: number) =>
  by === 0 ? value : ((value << BigInt(by)) | (value >> BigInt(64 - by))) & lane

/** How many bytes one block takes: (1600 - 2 × 256) / 8. */
const rate = 136

/**
 * Keccak-256 of ASCII text that fits one block. It exists because an address's checksum needs nothing more, and the
 * whole hash of the libraries is a fifth of what a page may load before the first click. Nothing secret passes here.
 *
 * @param text - At most 135 ASCII characters.
 * @returns 64 hex digits, no `0x`.
 * @source https://keccak.team/keccak_specs_summary.html
 */
export function keccak256(text: string): string {
  const block = new Uint8Array(rate)
  for (let at = 0; at < text.length; at++) block[at] = text.charCodeAt(at)
  block[text.length] = 1
  block[rate - 1] = (block[rate - 1] ?? 0) | 0x80

  const state: bigint[] = Array.from({ length: 25 }, (_, index) => {
    let value = 0n
    for (let byte = 7; byte >= 0; byte--)
      value = (value << 8n) | BigInt(block[index * 8 + byte] ?? 0)
    return value
  })
  permute(state)
  return state
    .slice(0, 4)
    .map((value) =>
      (value.toString(16).padStart(16, '0').match(/../g) as string[]).reverse().join(''),
    )
    .join('')
}

/** The 24 rounds of Keccak-f[1600], in place: θ, ρ with π, χ, ι. */
function permute(state: bigint[]): void {
  const at = (index: number) => state[index] as bigint
  let feedback = 1
  for (let round = 0; round < 24; round++) {
    const parity = [0, 1, 2, 3, 4].map(
      (x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20),
    )
    for (let index = 0; index < 25; index++) {
      const x = index % 5
      state[index] =
        at(index) ^ (parity[(x + 4) % 5] as bigint) ^ rotate(parity[(x + 1) % 5] as bigint, 1)
    }

    let [x, y, moved] = [1, 0, at(1)]
    for (let step = 0; step < 24; step++) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = at(x + 5 * y)
      state[x + 5 * y] = rotate(moved, (((step + 1) * (step + 2)) / 2) % 64)
      moved = next
    }

    for (let row = 0; row < 25; row += 5) {
      const [a, b, c, d, e] = state.slice(row, row + 5) as [bigint, bigint, bigint, bigint, bigint]
      state[row] = a ^ (~b & c)
      state[row + 1] = b ^ (~c & d)
      state[row + 2] = c ^ (~d & e)
      state[row + 3] = d ^ (~e & a)
      state[row + 4] = e ^ (~a & b)
    }

    // The round constant's bits come from a shift register, so no table of 24 numbers is shipped.
    for (let bit = 0; bit < 7; bit++) {
      if (feedback & 1) state[0] = at(0) ^ (1n << BigInt(2 ** bit - 1))
      feedback = (feedback << 1) ^ (feedback & 0x80 ? 0x171 : 0)
    }
  }
}
