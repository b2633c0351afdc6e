/**
 * Measures cases in turn, so that whatever else the machine does is in all of them. A round before the first one warms what
 * is compiled once.
 *
 * @returns What each gave, in every round that counts.
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
