/** Price impact that users are warned of, in percent. */
export const highImpact = 3
