/** Lists the network's own coin type, then Ethereum's. @source https://docs.ens.domains/ensip/11 */
export function coinTypes({ id }: { readonly id: number | string }): readonly string[] {
  return Number(id) === 1 ? ['60'] : [String(0x80000000 + Number(id)), '60']
}
