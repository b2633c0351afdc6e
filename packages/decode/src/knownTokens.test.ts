import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksumAddress } from './evm/checksumAddress.ts'
import { imitatedSymbol, knownTokenAddresses } from './knownTokens.ts'
import { decodeBase58 } from './solana/base58.ts'

const ethereum = { id: 'eip155:1', symbol: 'ETH' }
const solana = { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', symbol: 'SOL' }
const stranger = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('known tokens', () => {
  it('have addresses with valid checksums', () => {
    expect(knownTokenAddresses.length).toBeGreaterThan(10)
    for (const [chainId, address] of knownTokenAddresses)
      if (chainId.startsWith('solana:')) expect(decodeBase58(address)).toHaveLength(32)
      else expect(checksumAddress(address)).toBe(address)
  })

  it.each([
    'USDC',
    'usdc',
    'USD C',
    'U\u200bSDC',
    'USDС',
    'ＵＳＤＣ',
    'ÚSDC',
    '$USDC',
    'U5DC',
    'USDT',
    'USD₮',
    'EТH',
    'WΕTΗ',
    'DАІ',
  ])('return the symbol that %s looks like', (symbol) => {
    expect(imitatedSymbol(ethereum, { address: stranger, symbol })).toMatch(
      /^(?:USDC|USDT|ETH|WETH|DAI)$/,
    )
  })

  it('return the symbol that follows digits, spaces, separators, marks or letters without look-alikes', () => {
    const inNumbers = fc.string({
      unit: fc.constantFrom(
        ..."0123456789٠٣０９५   .,'’·_-٬٫/ʼ(",
        'א',
        'ب',
        '零',
        '\u0338',
        '\u0301',
      ),
      maxLength: 12,
    })
    fc.assert(
      fc.property(inNumbers, fc.constantFrom('USDC', 'ՍЅDС', 'usd₮', 'WETH'), (digits, name) => {
        const symbol = `${digits}${name}`
        expect(imitatedSymbol(ethereum, { address: stranger, symbol })).toMatch(
          /^(?:USD[CT]|WETH)$/,
        )
      }),
    )
    for (const symbol of ['OOO USDC', 'million USDC', 'new USDC 2', 'a WETH'])
      expect(imitatedSymbol(ethereum, { address: stranger, symbol })).toMatch(/^(?:USDC|WETH)$/)
  })

  it('return nothing for the token itself, others, and tokens of another network', () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    expect(imitatedSymbol(ethereum, { address: usdc, symbol: 'USDC' })).toBeUndefined()
    for (const symbol of ['', '000', ' .', '元', 'SHOP', 'sUSDC', 'USDC.e', 'UNI', 'POINT', '💰'])
      expect(imitatedSymbol(ethereum, { address: stranger, symbol })).toBeUndefined()
    const local = { id: 'eip155:31337', symbol: 'ETH' }
    expect(imitatedSymbol(local, { address: stranger, symbol: 'USDC' })).toBeUndefined()
    expect(
      imitatedSymbol(solana, {
        address: '11111111111111111111111111111111',
        symbol: 'USDC',
      }),
    ).toBe('USDC')
  })
})
