import { expect, onTestFinished, test, vi } from 'vitest'
import { createArena } from './arena.ts'
import { ed25519PublicKey, signEd25519 } from './signEd25519.ts'

const seed = new Uint8Array(32).fill(9)
const message = new TextEncoder().encode('hello')

test('signs the same in a browser without Ed25519 in WebCrypto, and leaves no seed in the arena', async () => {
  const arena = createArena()
  const { buffer } = arena.take(1)
  const signature = await signEd25519(arena, { message, seed })
  const watch = vi.spyOn(crypto.subtle, 'importKey')
  onTestFinished(() => watch.mockRestore())
  watch.mockRejectedValueOnce(new DOMException('no such curve', 'NotSupportedError'))
  expect(await signEd25519(arena, { message, seed })).toEqual(signature)
  expect(watch).toHaveBeenCalledOnce()
  expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true)
  const publicKey = Uint8Array.from(ed25519PublicKey(seed))
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', true, ['verify'])
  expect(await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), message)).toBe(true)
})
