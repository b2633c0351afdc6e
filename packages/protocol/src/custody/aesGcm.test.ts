import { expect, test } from 'vitest'
import { importAesKey } from './aesGcm.ts'

test.each([0, 16, 24, 31, 33])('rejects a key of %i bytes', async (length) => {
  await expect(importAesKey(new Uint8Array(length))).rejects.toMatchObject({
    code: 'input-invalid',
  })
})
