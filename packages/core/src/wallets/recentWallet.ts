/** A stored recent wallet. @source spec section 3 "Recent wallet" */
export type RecentWallet = {
  readonly id: string
  readonly rdns?: string | undefined
  readonly image_id?: string | undefined
  readonly name?: string | undefined
}
