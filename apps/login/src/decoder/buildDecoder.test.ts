import { expect, it } from 'vitest'
import { buildKeyWorker } from '../worker/buildKeyWorker.ts'

it('the decoder’s bundle contains hashes and schemas, no chain library, and stays under 40 KB', async () => {
  const { gzipBytes, packages } = await buildKeyWorker('../decoder/decode.worker.ts')
  console.log(`decoding: ${gzipBytes} bytes gzip`)
  expect(packages).toEqual(['@noble/hashes', 'foyer', 'valibot'])
  expect(gzipBytes).toBeLessThan(40_000)
})
