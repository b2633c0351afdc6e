/**
 * Hides what libraries have added to the objects that all others inherit from. It stays, because a library's module does; hidden,
 * no `for … in` of another test file of the process meets it.
 */
export function hideAdditions(): void {
  for (const { prototype } of [Object, Array, Function, String, Number, Promise, Map, Set])
    for (const name of Object.keys(prototype))
      void Object.defineProperty(prototype, name, { enumerable: false })
}
