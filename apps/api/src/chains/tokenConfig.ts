/** A token whose balance is reported. */
export type TokenConfig<address extends string = string> = {
  readonly address: address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly icon?: string | undefined
}
