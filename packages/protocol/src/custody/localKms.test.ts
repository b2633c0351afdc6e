import { expect, it } from 'vitest'
import { createLocalKms } from './localKms.ts'

/** 32 bytes that contain every value from `from` to `to`. */
const keyOf = (from: number, to: number) => {
  const bytes = Array.from({ length: 32 }, (_, index) =>
    index % 2 === 0 ? from + (index >> 1) : to - (index >> 1),
  )
  return `kek-1:${Buffer.from(bytes).toString('base64')}`
}

it('rejects a key of printable characters only', async () => {
  const opened = (from: number, to: number) => createLocalKms({ store: 'A', keys: keyOf(from, to) })
  await expect(opened(0x20, 0x7e)).rejects.toMatchObject({
    code: 'options-invalid',
    details: expect.stringContaining('is text, not random bytes'),
  })
  await expect(opened(0x1f, 0x7e)).resolves.toBeDefined()
  await expect(opened(0x20, 0x7f)).resolves.toBeDefined()
})
