import { generateMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createArena } from '../keys/arena.ts'
import { secretAddresses } from '../keys/walletKeys.ts'
import { readSecret } from './readSecret.ts'

const ascii = (text: string) => Uint8Array.from(text, (one) => Math.min(one.charCodeAt(0), 0xff))
const read = (text: string) => Uint8Array.from(readSecret(createArena(), ascii(text)))
const addressOf = (text: string) => {
  const arena = createArena()
  return secretAddresses(arena, readSecret(arena, ascii(text)))
}
const hardhat = 'test test test test test test test test test test test junk'
const key = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

test('[1.13] gives the addresses that other wallets give for a phrase and for a private key', () => {
  expect(addressOf(hardhat)).toEqual({
    evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    sol: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  })
  for (const typed of [key, `0x${key}`, `  0X${key.toUpperCase()}\n`])
    expect(addressOf(typed).evm).toBe(privateKeyToAccount(`0x${key}`).address)
  expect(addressOf(key).sol).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
})

test('reads phrases of every length, as users write them, as another library does', () => {
  for (const strength of [128, 160, 192, 224, 256]) {
    const phrase = generateMnemonic(wordlist, strength)
    expect(read(phrase)).toEqual(mnemonicToEntropy(phrase, wordlist))
    const numbered = phrase.toUpperCase().replaceAll(' ', ',\n\t')
    expect(read(numbered)).toEqual(mnemonicToEntropy(phrase, wordlist))
    expect(addressOf(phrase).evm).toBe(mnemonicToAccount(phrase).address)
  }
})

test('error: rejects a wrong word, a wrong order, a wrong number of words, and keys off the curve', () => {
  const wrong = { code: 'input-invalid' }
  const zero = '0'.repeat(64)
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  for (const typed of [
    hardhat.replace('junk', 'test'),
    hardhat.replace('junk', 'junkk'),
    hardhat.slice(5),
    `${hardhat} junk`,
    'é'.repeat(12),
    key.slice(1),
    `${key}0`,
    key.replace('a', 'g'),
    zero,
    order,
    '0x',
  ])
    expect(() => read(typed), typed).toThrow(expect.objectContaining(wrong))
})

test('never throws anything but its own error, whatever is typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 1024 }), (typed) => {
      try {
        readSecret(createArena(), Uint8Array.from(typed))
      } catch (error) {
        expect(error).toMatchObject({ code: 'input-invalid' })
      }
    }),
  )
})
