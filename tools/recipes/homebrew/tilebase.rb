class Tilebase < Formula
  desc "Solves sliding-tile puzzles by table lookup"
  homepage "@HOME@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "abseil"
  depends_on "libmd"
  depends_on "lmdb"
  depends_on "xxhash"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DTILEBASE_TESTS=OFF", "-DTILEBASE_WASM=OFF",
           "-DTILEBASE_SELF_CONTAINED=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    system bin/"tilebase", "build", "-o", testpath/"3x3.tilebase", "--board", "3x3"
    assert_equal "1 L\n", shell_output("#{bin}/tilebase solve #{testpath}/3x3.tilebase 123456708")
  end
end
