import ts from 'typescript';

/** Calls `visit` for each name that the file declares: variables, parameters, functions, classes, types, members. */
export function visitDeclaredNames(file: ts.SourceFile, visit: (name: ts.Identifier) => void): void {
  const visitNode = (node: ts.Node): void => {
    const name = isDeclaration(node) ? node.name : undefined;
    if (name && ts.isIdentifier(name)) visit(name);
    ts.forEachChild(node, visitNode);
  };
  visitNode(file);
}

const DECLARATIONS = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.TypeParameter,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.EnumMember,
  ts.SyntaxKind.NamespaceImport,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
]);

/** An import keeps the name its module gave, so only its alias is a declaration. */
function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  if (ts.isImportSpecifier(node)) return node.propertyName !== undefined;
  return DECLARATIONS.has(node.kind);
}
