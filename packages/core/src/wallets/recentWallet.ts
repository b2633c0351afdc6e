/** What is remembered of a wallet that was used. @source spec section 3 "Recent wallet" */
export type RecentWallet = {
  readonly id: string
  readonly rdns?: string | undefined
  readonly image_id?: string | undefined
  readonly name?: string | undefined
}
