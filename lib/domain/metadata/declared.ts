/** One property of an entity type as the metadata document declares it. */
export interface DeclaredProperty {
  name: string;
  type: string;
  maxLength: number | null;
  nullable: boolean;
  isKey: boolean;
}

/** One entity set of the metadata document with the properties of its type, base types included. */
export interface DeclaredSet {
  name: string;
  /** Name of the entity type without its namespace. */
  entityType: string;
  properties: readonly DeclaredProperty[];
}
