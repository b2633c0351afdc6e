import { fromBase64, fromUtf8, toBase64, utf8 } from '../crypto/bytes.ts'

const prefix = 'urn:recap:'
const sentence =
  'I further authorize the stated URI to perform the following actions on my behalf: '

/**
 * Extra permissions of a sign-in: actions by resource, each with its limits.
 *
 * @source https://eips.ethereum.org/EIPS/eip-5573
 */
export type Recap = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>

/** Builds the last entry of a sign-in's resources, which requests wallet methods. */
export function formatRecap(methods: readonly string[]): string {
  const actions = [...new Set(methods)].sort().map((method) => [`request/${method}`, [{}]])
  const json = JSON.stringify({ att: { eip155: Object.fromEntries(actions) } })
  return prefix + toBase64(utf8(json)).replaceAll('=', '')
}

/** @returns undefined when the last resource is not a readable recap */
export function parseRecap(resources: readonly string[] | undefined): Recap | undefined {
  const last = resources?.at(-1)
  if (!last?.startsWith(prefix)) return undefined
  try {
    const { att } = JSON.parse(fromUtf8(fromBase64(last.slice(prefix.length)))) as { att: unknown }
    return isRecap(att) ? att : undefined
  } catch {
    return undefined
  }
}

/** Permissions of a recap: wallet methods and their chains. */
export function readRecap(recap: Recap | undefined): { methods: string[]; chainIds: string[] } {
  const allowed = Object.entries(recap?.eip155 ?? {})
  const chains = allowed.flatMap(
    ([, [limit]]) => (limit as { chains?: unknown } | undefined)?.chains,
  )
  return {
    methods: allowed.flatMap(([ability]) => ability.split('/')[1] ?? []),
    chainIds: [...new Set(chains.flat().filter((one) => typeof one === 'string'))],
  }
}

/** Appends a sentence that lists the permissions of a recap. */
export function addRecapSentence(statement: string | undefined, recap: Recap): string {
  if (statement?.includes(sentence)) return statement
  let number = 0
  const parts = Object.entries(recap).flatMap(([resource, abilities]) => {
    const byAbility = new Map<string, string[]>()
    for (const [ability = '', action = ''] of Object.keys(abilities).map((one) => one.split('/')))
      byAbility.set(ability, [...(byAbility.get(ability) ?? []), action])
    return [...byAbility].map(([ability, actions]) => {
      number++
      return `(${number}) '${ability}': '${actions.sort().join("', '")}' for '${resource}'.`
    })
  })
  return `${statement ? `${statement} ` : ''}${sentence}${parts.join(' ')}`
}

function isRecap(value: unknown): value is Recap {
  const isObject = (one: unknown): one is object =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
  return (
    isObject(value) &&
    Object.values(value).every(
      (abilities) => isObject(abilities) && Object.values(abilities).every(Array.isArray),
    )
  )
}
