/** Time in which a change of the address or the logins can be taken back, in ms. @source security 2.12, 2.14 */
export const undoLifeMs = 259_200_000
