/** Namespaces whose coins can be bought. @source spec 9.21 */
export const onrampNamespaces: readonly string[] = ['eip155', 'solana']
