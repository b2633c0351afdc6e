/** Returns whether a simulation failed because the chain would refuse it. Any other failure is an outage of the node. */
export const isRevert = (error: unknown): boolean =>
  /revert|out of gas|gas required exceeds/i.test((error as Error).message)
