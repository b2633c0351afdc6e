import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNeverGranted, neverGranted } from './neverGranted.ts'

const sorted = (list: readonly string[]) => list.toSorted()

test('[T43] the wallet and the contract refuse the same functions and the same contracts', async () => {
  const file = join(import.meta.dirname, '../../../../contracts/FoyerPermissions.sol')
  const source = await readFile(file, 'utf8')
  const inContract = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, text = '']) => text.toLowerCase())
  expect(inContract(/selector == (0x[0-9a-fA-F]{8})\b/g).toSorted()).toEqual(
    sorted(neverGranted.selectors),
  )
  const nobody = `0x${'0'.repeat(40)}`
  expect(source).toContain('target == address(0)')
  expect([...inContract(/target == (0x[0-9a-fA-F]{40})\b/g), nobody].toSorted()).toEqual(
    sorted(neverGranted.contracts),
  )
})

test('[T43] each is refused in any case, once in the list', () => {
  const { contracts, selectors } = neverGranted
  expect(new Set([...contracts, ...selectors]).size).toBe(contracts.length + selectors.length)
  const game = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  for (const selector of selectors) {
    expect(selector).toMatch(/^0x[0-9a-f]{8}$/)
    const loud = `0x${selector.slice(2).toUpperCase()}`
    expect(isNeverGranted({ selector: loud, target: game }), selector).toBe(true)
  }
  expect(isNeverGranted({ selector: '0x5c36b186', target: game })).toBe(false)
})
