import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findPortOwner, isPortFree } from './portOwner.ts'

test('detects a port in use, and names the process', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await isPortFree(port)).toBe(false)
  expect(await findPortOwner(port)).toMatch(new RegExp(`^process ${process.pid} \\(.+\\)$`))
  await new Promise((resolve) => server.close(resolve))
  expect(await isPortFree(port)).toBe(true)
  expect(await findPortOwner(port)).toBeUndefined()
})
