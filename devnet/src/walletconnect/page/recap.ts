import * as v from 'valibot'

const recap = v.object({
  att: v.record(v.string(), v.record(v.string(), v.array(v.record(v.string(), v.unknown())))),
})
const prefix = 'urn:recap:'

const decode = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
const encode = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, '')

/**
 * Fills in the chains for which the methods of a sign-in are granted, and drops unsupported methods. Keeps the other
 * resources.
 *
 * @source EIP-5573; walletconnect.md section 5
 */
export function grantRecap(
  resources: readonly string[],
  { chains, methods }: { chains: readonly string[]; methods: readonly string[] },
): string[] {
  return resources.map((resource, index) => {
    if (index !== resources.length - 1 || !resource.startsWith(prefix)) return resource
    const { att } = v.parse(
      v.pipe(v.string(), v.parseJson(), recap),
      decode(resource.slice(prefix.length)),
    )
    const granted = Object.keys(att.eip155 ?? {})
      .filter((action) => methods.includes(action.replace(/^request\//, '')))
      .sort()
      .map((action) => [action, [{ chains }]])
    return prefix + encode(JSON.stringify({ att: { ...att, eip155: Object.fromEntries(granted) } }))
  })
}
