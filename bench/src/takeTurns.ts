/**
 * Measures cases in turn, so that other load on the machine affects all of them. A first round, which does not count, warms up
 * code that is compiled once.
 *
 * @returns The results of each case, one per counted round.
 */
export async function takeTurns<name extends string, measured>(
  rounds: number,
  cases: Readonly<Record<name, () => Promise<measured>>>,
): Promise<Record<name, measured[]>> {
  const names = Object.keys(cases) as name[]
  const given = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    name,
    measured[]
  >
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const measured = await cases[name]()
      if (round > 0) given[name].push(measured)
    }
  return given
}
