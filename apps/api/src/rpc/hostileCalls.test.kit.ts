import fc from 'fast-check'

const spellings = (name: string) =>
  fc.oneof(
    fc.constantFrom(name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)),
    // The same name, written with an escape.
    fc.nat(name.length - 1).map((at) => {
      const code = name.charCodeAt(at).toString(16).padStart(4, '0')
      return `${name.slice(0, at)}\\u${code}${name.slice(at + 1)}`
    }),
  )

/** Methods that must never reach a node, among some that may. */
const methods = fc.constantFrom(
  ...['eth_chainId', 'eth_blockNumber', 'eth_subscribe', 'evm_snapshot', 'eth_sign'],
  ...['debug_traceTransaction', 'anvil_reset', 'ETH_CHAINID', '__proto__', 'constructor'],
)

const member: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(spellings('method'), methods).map(([name, method]) => `"${name}":"${method}"`),
  fc.tuple(spellings('jsonrpc'), fc.constant('"2.0"')).map(([name, one]) => `"${name}":${one}`),
  fc
    .tuple(spellings('id'), fc.constantFrom('1', '"a"', '{}', '18446744073709551615', 'null'))
    .map(([name, id]) => `"${name}":${id}`),
  fc
    .tuple(
      spellings('params'),
      fc.constantFrom(
        '[]',
        '{}',
        '["newHeads"]',
        '[{"method":"evm_snapshot","Method":"evm_snapshot"}]',
        '{"__proto__":{"method":"evm_snapshot"}}',
      ),
    )
    .map(([name, params]) => `"${name}":${params}`),
  fc.constantFrom(
    '"__proto__":{"method":"evm_snapshot"}',
    '"constructor":{"method":"evm_snapshot"}',
    '"extra":[{"jsonrpc":"2.0","id":1,"method":"evm_snapshot"}]',
  ),
)

const plain = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"'
const request = fc
  .tuple(fc.boolean(), fc.array(member, { maxLength: 8 }), fc.constantFrom(',', ' , ', ',\n'))
  .map(([isWhole, members, comma]) =>
    isWhole ? `${[plain, ...members].join(comma)}}` : `{${members.join(comma)}}`,
  )

/** Texts of calls that two JSON parsers may understand differently: case, duplicates, escapes, nesting, batches. */
export const hostileCall: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: request },
  {
    weight: 1,
    arbitrary: fc.array(request, { maxLength: 4 }).map((all) => `[${all.join(',')}]`),
  },
)
