// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_kinds.h"

namespace lanescope::triangle {
namespace {

Kind kind(Map map, std::string id, std::string title, std::string document, std::string summary,
          std::string explanation) {
    return {map,
            {.id = std::move(id),
             .title = std::move(title),
             .family = "Triangles",
             .document = std::move(document),
             .summary = std::move(summary),
             .explanation = std::move(explanation)}};
}

}  // namespace

std::span<const Kind> kinds() {
    static const Kind kKinds[]{
        kind(
            Map::BoundingBox, "triangle.bb", "Bounding box (BB)", "002 P3",
            "Launches a block for every tile of the whole square. The blocks above the diagonal find nothing to do and "
            "end at once: nearly half of them.",
            "Many problems look at every pair of things once: distances, collisions, correlations. The pairs fill a "
            "triangle, but a grid is a rectangle. The bounding box is the plain answer: launch the square around the "
            "triangle, let each block compare its column with its row, and end if it lies above the diagonal. It costs "
            "one comparison, and every other map is measured against it.\n\n"
            "Look at the grid: of n × n blocks n (n + 1) / 2 work. The others cost little each, but they must be "
            "started, and a GPU starts only so many blocks a microsecond. So no map can be more than twice as fast as "
            "this one, and only if finding its tile costs hardly more than a comparison. Where the work of a cell is "
            "long, the empty blocks hardly matter at all."),
        kind(
            Map::LowerTriangular, "triangle.ltm", "Lower triangular map (LTM)", "002 P2",
            "Numbers the tiles row by row and launches one block a number. A block finds its row by solving a "
            "quadratic "
            "equation: with a square root, which is where rounding comes in.",
            "Before row i of the triangle there are i (i + 1) / 2 tiles. The block with number lambda therefore works "
            "in "
            "the row i for which that is just not more than lambda, and i is the whole part of √(1/4 + 2 lambda) - "
            "1/2. "
            "A grid of the smallest square that has enough blocks wastes less than a row or two of them, instead of "
            "half; as a line it wastes none.\n\n"
            "The formula is right, but a float has 24 bits. For larger lambda the root is rounded up to the next whole "
            "number before the row is full, and the last tiles of the row are lost while cells elsewhere are written. "
            "Choose how the root is computed and see in the verdict how far it goes: with float roots a few thousand "
            "rows of blocks. Comparing with whole numbers afterwards, and taking one step up or down, repairs all of "
            "them; with block 1 and n = 4608 the plain root's first error can be watched."),
        kind(
            Map::RectangularBox, "triangle.rb", "Rectangular box (RB)", "002 P5, P6",
            "Turns the right half of the triangle by 180° and sets it on top of the left half: together they fill a "
            "rectangle. No root, no empty block; one comparison tells the halves apart.",
            "Cut the triangle down the middle. The right half is a smaller triangle, and turned upside down it fits "
            "exactly into the corner that the left half leaves free. The grid is that rectangle, half as wide as the "
            "triangle and one row higher, and a block only has to know on which side of the cut it is: where it always "
            "was, or turned around. For odd n the cut goes differently, which is all that the parity changes.\n\n"
            "The published variant is the document's own code. Three of its four index computations are off by one and "
            "its domain is half a row short: it sends threads to column -1 and above the diagonal, gives some cells to "
            "two threads and many to none. Compare which cells of M keep their -1. It works cell by cell as the "
            "document has it; the corrected one works tile by tile, so that a block's cells stay together."),
        kind(
            Map::Recursive, "triangle.rec", "Recursive squares (REC)", "002 P3",
            "Splits the triangle into a square and two triangles of half the size, again and again: one launch for the "
            "squares of each size, one more for the small triangles on the diagonal.",
            "A triangle is a square in its corner and two triangles of half its size. Splitting those in the same way, "
            "and so on, leaves ever smaller squares and, at the end, small triangles along the diagonal. All squares "
            "of "
            "one size are one launch, in which a block finds its tile with a division; the triangles are done as the "
            "bounding box does them. The number of tile rows must be m · 2^k for that.\n\n"
            "Choose the number of levels and look at the launches. With each level the part that is done with a "
            "bounding box, where nearly half of the blocks are idle, becomes half as large; but one more launch must "
            "be made, and the last ones are so small that they cannot fill a GPU. How to weigh the one against the "
            "other is the question of this map."),
        kind(
            Map::UpperTriangular, "triangle.utm", "Upper triangular map (UTM)", "002 P5, P6",
            "Numbers the cells, not the tiles: each thread solves the quadratic equation for itself and works on the "
            "upper triangle.",
            "Every thread has a number k, and takes the k-th pair a < b: first all pairs with 1, then those with 2. "
            "How many pairs come before a is a quadratic in a, so that a is found with a root and b by subtraction. As "
            "pairs with a < b lie above the diagonal, this map fills the upper triangle. No thread is wasted, but for "
            "the rest of the last block.\n\n"
            "A thread's cells are those of a long line that is broken at the ends of rows, so that a block works on no "
            "tile: it cannot share data, and near the end of the triangle its cells lie on many short rows. The root "
            "is computed in double, which is exact for every n here; in float it is wrong from n = 4098 on. The "
            "published variant is the document's code, whose formula (right in the text before it) has two slips: + 2n "
            "where - 4n belongs, and 2n - 1 for 2n - a."),
        kind(
            Map::Folded, "triangle.h", "Folded at every scale (H)", "002, later work",
            "Folds the triangle at every power of two at once. The position of a number's highest bit tells a block "
            "which square it is in: no root, no float, no empty block, one launch for 2^k rows.",
            "If the recursive map makes one launch for the squares of each size, can one launch do them all? Squares "
            "of "
            "side 1, 2, 4, … stand in it one below the other, as many side by side as there are of that size. Row "
            "number y of the grid belongs to the size that the highest bit of y + 1 gives, which one instruction "
            "finds; "
            "a shift and a mask say which of the squares it is. A last row of blocks does what is left of the lowest "
            "row of tiles.\n\n"
            "It works for 2^k rows of tiles. Other numbers are put together from triangles of such sizes, down along "
            "the diagonal, with a rectangle to the left of each; look at the launches for n = 64 and for n = 104. This "
            "map was published after the paper that the document discusses, by the same group, and needs only whole "
            "numbers: it is right for every n."),
    };
    return kKinds;
}

}  // namespace lanescope::triangle
